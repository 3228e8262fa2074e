import dot from 'dot';
import ejs from 'ejs';
import { Eta } from 'eta';
import Handlebars from 'handlebars';
import { Liquid } from 'liquidjs';
import Mustache from 'mustache';
import nunjucks from 'nunjucks';
import { ST, STGroup, StringRenderer } from 'stringtemplate4ts';
import { compileTemplate } from '../../src/template/template.ts';
import { ours } from '../ours.ts';

/** `{"errors":…,"text":…}`, where the text is a whole value or stands among other text. */
export type SafetyPayload = 'whole value' | 'inside a string';

/** An engine in the mode in which it escapes for JSON, or in its default one where it has none. */
export interface EscapingMode {
  readonly name: string;
  readonly mode: string;
  readonly compile: (payload: SafetyPayload) => (context: object) => string;
}

/** The payload, with the engine's own way to write a number, a text that brings its quotes, and one that does not. */
function sources(number: string, whole: string, inside: string): Readonly<Record<SafetyPayload, string>> {
  return {
    'whole value': `{"errors":${number},"text":${whole} }`,
    'inside a string': `{"errors":${number},"text":"Profile ${inside} has met an error"}`,
  };
}

const own = sources('$errorCount$', '$profile$', '$profile$');
const liquidSources = sources('{{ errorCount }}', '{{ profile }}', '{{ profile }}');
const dumpSources = sources('{{ errorCount | dump }}', '{{ profile | dump }}', '{{ profile | dump }}');
const bracedSources = sources('{{errorCount}}', '"{{profile}}"', '{{profile}}');
const mustacheSources = sources('{{errorCount}}', '{{profile}}', '{{profile}}');
const etaSources = sources('<%= it.errorCount %>', '<%= it.profile %>', '<%= it.profile %>');
const ejsSources = sources('<%= it.errorCount %>', '<%= it.profile %>', '<%= it.profile %>');
const dotSources = sources('{{!it.errorCount}}', '"{{!it.profile}}"', '{{!it.profile}}');
const stSources = sources(
  '$errorCount$',
  '"$profile; format="xml-encode"$"',
  '$profile; format="xml-encode"$',
);

const liquid = new Liquid({ outputEscape: 'json' });
const plainNunjucks = new nunjucks.Environment(null, { autoescape: false });
const eta = new Eta({ autoEscape: true, escapeFunction: stringify });
const stGroup = new STGroup('$', '$');
stGroup.registerRenderer(String, new StringRenderer());

/** For engines whose escaping can be any function: the one that people plug in for JSON. */
function stringify(value: unknown): string {
  return JSON.stringify(value);
}

export const escapingModes: readonly EscapingMode[] = [
  {
    name: ours,
    mode: "output: 'json'",
    compile: payload => compileTemplate(own[payload], { output: 'json' }).render,
  },
  {
    name: 'liquidjs',
    mode: "outputEscape: 'json'",
    compile: payload => {
      const template = liquid.parse(liquidSources[payload]);
      return context => String(liquid.renderSync(template, context));
    },
  },
  {
    name: 'nunjucks',
    mode: 'filter dump',
    compile: payload => context => plainNunjucks.renderString(dumpSources[payload], context),
  },
  {
    name: 'mustache',
    mode: 'escape: JSON.stringify',
    compile: payload => context =>
      Mustache.render(mustacheSources[payload], context, {}, { escape: stringify }),
  },
  {
    name: 'eta',
    mode: 'escapeFunction: JSON.stringify',
    compile: payload => {
      const template = eta.compile(etaSources[payload]);
      return context => template.call(eta, context);
    },
  },
  {
    name: 'ejs',
    mode: 'escape: JSON.stringify',
    compile: payload =>
      ejs.compile(ejsSources[payload], { strict: true, localsName: 'it', escape: stringify }),
  },
  {
    name: 'handlebars',
    mode: 'escapes for HTML, none for JSON',
    compile: payload => Handlebars.compile(bracedSources[payload]),
  },
  {
    name: 'dot',
    mode: 'escapes for HTML, none for JSON',
    compile: payload => dot.template(dotSources[payload], { ...dot.templateSettings, strip: false }),
  },
  {
    name: 'stringtemplate4ts',
    mode: 'escapes for XML, none for JSON',
    compile: payload => {
      const prototype = new ST(stGroup, stSources[payload]);
      return context => {
        const template = new ST(prototype);
        for (const [name, value] of Object.entries(context)) template.add(name, value);
        return template.render();
      };
    },
  },
];
