import type { AnyCatalogue } from '../../../webhook/events/event-catalogue.ts';
import type { EditorCapabilities } from '../capabilities.ts';
import type { Draft } from '../draft.ts';

/** What the fields show, and what they do when somebody uses them. */
export interface SettingsModel {
  readonly draft: Draft;
  readonly catalogue: AnyCatalogue;
  readonly capabilities: EditorCapabilities;
  /** What the group of the events is called. */
  readonly eventsName: string;
  readonly isDisabled: boolean;
  /** The editor of a template's field. */
  readonly editorOf: (key: string, label: string, lines: 'one' | 'many') => HTMLElement;
  /** Whether something is wrong with a field. */
  readonly isWrong: (field: string) => boolean;
  readonly change: (change: (draft: Draft) => void) => void;
  /** Moves the focus to a control, as it is after a change. */
  readonly focus: (field: string) => void;
}

/** The class of a field's frame. */
export function frame(isWrong: boolean): string {
  return isWrong ? 'frame wrong' : 'frame';
}
