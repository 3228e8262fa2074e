import type { CatalogueBody } from '../../api/answers.ts';
import {
  type ExampleTemplate,
  fixedValues,
  takeProposals,
  templateFromExample,
} from '../../webhook/receivers/template-from-example.ts';
import { KnownCatalogues } from './known-catalogues.ts';

/*
 * A script of its own, which is loaded once somebody pastes an example: of the engine, the editor needs another part.
 */

export { fixedValues, takeProposals };

/** A template of an example, for the events of a catalogue that the server has. */
export function readExample(text: string, answer: CatalogueBody, catalogue?: string): ExampleTemplate {
  return templateFromExample(text, new KnownCatalogues(answer).find(catalogue));
}
