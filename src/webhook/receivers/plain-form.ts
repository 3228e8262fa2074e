import { isList } from '../../template/resolve/variables.ts';
import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';

/** Whoever takes the fields of a form: one for every variable but lists. */
export const plainForm: Receiver = {
  id: 'plain-form',
  name: 'Form fields of every variable',
  category: 'generic',
  about: 'Call a URL with a form',
  hosts: [],
  method: 'POST',
  url: 'https://YOUR_HOST/YOUR_PATH',
  contentType: 'application/x-www-form-urlencoded',
  documentation: [],
  checked: '2026-11',
  payload: catalogue =>
    new EventSummary(catalogue).each(({ path, type }, isFirst) =>
      isList(type) ? '' : `${isFirst ? '' : '&'}${path}=$${path}$`,
    ),
};
