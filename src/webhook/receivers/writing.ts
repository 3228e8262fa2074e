import type { Markup } from './receiver.ts';

/** How a text is written so that its receiver reads just that text. */
export interface Writing {
  /** Writes a text that is known. */
  readonly literal: (text: string) => string;
  /** The format of a value, if it needs one. */
  readonly format?: string;
  /** As how many characters that format writes one character at most. */
  readonly growth: number;
  /** A line break. */
  readonly lineBreak: string;
}

/** In the string of a JSON text. */
export const plain: Writing = { literal: inJson, growth: 1, lineBreak: '\\n' };

/** The same where a limit counts bytes of UTF-8. */
export const plainBytes: Writing = { literal: inJson, growth: 3, lineBreak: '\\n' };

/** Slack's `mrkdwn`, in the string of a JSON text. */
export const slackMrkdwn: Writing = {
  literal: text => inJson(text.replace(/[&<>]/g, reference)),
  format: 'slack-escape',
  growth: 5,
  lineBreak: '\\n',
};

/** HTML, in the string of a JSON text. */
export const html: Writing = {
  literal: text => inJson(text.replace(/[&<>"']/g, reference)),
  format: 'html-escape',
  growth: 6,
  lineBreak: '\\n',
};

/** Markdown, in the string of a JSON text. */
export const markdown: Writing = {
  literal: text => inJson(text.replace(/[\\`*_{}[\]<>()#+!|~]/g, '\\$&')),
  format: 'markdown-escape',
  growth: 2,
  lineBreak: '\\n',
};

/** How a text is written for whoever reads it, in the string of a JSON text. */
export const writings: Readonly<Record<Markup, Writing>> = {
  plain,
  'slack-mrkdwn': slackMrkdwn,
  markdown,
  html,
  'telegram-html': html,
};

/** A parameter in a URL, or a field of a form. */
export const parameter: Writing = { literal: encodeURIComponent, growth: 1, lineBreak: '%0A' };

/** A text as it stands between quotes in a template of JSON, where a dollar would begin a tag. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('$', '\\$');
}

/** A template whose inserted lines are indented like the line that they are inserted into. */
export function layout(texts: TemplateStringsArray, ...inserted: readonly string[]): string {
  return texts.reduce((before, text, index) => {
    const [, indentation = ''] = /(?:^|\n)([ ]*)[^\n]*$/.exec(before) ?? [];
    return before + (inserted[index - 1] ?? '').replaceAll('\n', `\n${indentation}`) + text;
  });
}

function reference(character: string): string {
  return references[character] ?? character;
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
