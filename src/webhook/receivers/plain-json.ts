import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { layout } from './writing.ts';

/** Whoever takes JSON: an object with every variable under its name. */
export const plainJson: Receiver = {
  id: 'plain-json',
  name: 'JSON of every variable',
  category: 'generic',
  about: 'Call a URL with JSON',
  hosts: [],
  method: 'POST',
  url: 'https://YOUR_HOST/YOUR_PATH',
  contentType: 'application/json',
  documentation: [],
  checked: '2026-11',
  payload: catalogue => layout`{
    ${new EventSummary(catalogue).members()}
}`,
};
