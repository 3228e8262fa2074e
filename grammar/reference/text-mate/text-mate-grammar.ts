import { embeddedLanguages } from './embedded-languages.ts';
import { include } from './rule.ts';
import { listRules, quotedRules, tagRules, templateRules } from './tag-rules.ts';

/**
 * The colours of templates as a TextMate grammar, for editors: tags as the lexer reads them, and JSON, XML and URLs around
 * them, by what a template begins with.
 *
 * Such a grammar is read line by line. Tags may go on over several, from their opener on; but not two things that only a later
 * line tells: where a quoted text over several lines ends that has a dollar in it, and that something split over lines is a mistake.
 */
export function textMateGrammar(): Readonly<Record<string, unknown>> {
  return {
    name: 'Hookplate',
    scopeName: 'source.hookplate',
    fileTypes: ['hookplate'],
    patterns: [include('template'), ...embeddedLanguages.map(({ name }) => include(name))],
    repository: {
      template: { patterns: templateRules },
      tag: { patterns: tagRules },
      list: { patterns: listRules },
      quoted: { patterns: quotedRules },
      ...Object.fromEntries(embeddedLanguages.map(({ name, rule }) => [name, rule])),
    },
  };
}
