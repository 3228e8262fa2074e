import { settings } from '../config/settings.ts';
import type { AnyCatalogue } from './event-catalogue.ts';

/** The label of the setting that switches events on. */
export function eventsName({ names }: Pick<AnyCatalogue, 'names'>): string {
  return names.join() === 'Started,Completed,Errored' ? 'Process' : settings.events.label;
}
