import type { SourceRange } from '../../../diagnostics/diagnostic.ts';
import type { OutputName } from '../../../output/output.ts';
import type { AnyCatalogue } from '../../../webhook/events/event-catalogue.ts';
import type { PreviewedEvent } from '../../check/check-job.ts';

/** What is shown of the requests, and what happens when somebody points at it. */
export interface PreviewModel {
  readonly catalogue: AnyCatalogue;
  readonly events: readonly PreviewedEvent[];
  /** The event whose request is shown. */
  readonly chosen: string;
  /** Whether nothing was checked yet. */
  readonly isUnchecked: boolean;
  /** Whether the requests are those of an earlier text, because this one has errors. */
  readonly isOld: boolean;
  readonly isOn: (name: string) => boolean;
  /** What the body is. */
  readonly output: OutputName | undefined;
  readonly isPretty: boolean;
  readonly setPretty: (isPretty: boolean) => void;
  /** The field and offset of the cursor, whose tag lights up. */
  readonly cursor: { readonly field: string; readonly offset: number } | undefined;
  readonly choose: (name: string) => void;
  /** The pointer or the focus is on what a tag wrote, or left it. */
  readonly point: (field: string, source: SourceRange | undefined) => void;
  readonly goTo: (field: string, source: SourceRange) => void;
  readonly copied: boolean;
  readonly copy: (curl: string) => void;
  readonly branches: BranchesModel;
  readonly sample: SampleModel;
}

/** How many branches were shown, and what shows another one. */
export interface BranchesModel {
  readonly shown: number;
  readonly total: number;
  /** Undefined where no event that is on shows one that is missing. */
  readonly showNext: (() => void) | undefined;
}

/** The event that a request is made from. */
export interface SampleModel {
  /** As JSON, perhaps as somebody left it. */
  readonly text: string;
  /** What is wrong with it. */
  readonly mistake: string | undefined;
  readonly isChanged: boolean;
  readonly write: (text: string) => void;
  readonly reset: () => void;
}
