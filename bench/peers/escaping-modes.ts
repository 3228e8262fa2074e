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

/** `{"errors":…,"text":…}`, where the text is a whole value or is part of other text. */
export type SafetyPayload = 'whole value' | 'inside a string';

type Compile = (payload: SafetyPayload) => (context: object) => string;

/** An engine, with what it does for JSON itself and with what a careful person adds. */
export interface EscapingModes {
  readonly name: string;
  /** The mode that its documentation offers for JSON, or its standard escaping if it offers none. */
  readonly own: {
    readonly mode: string;
    readonly compile: Compile;
    /** It brings quotes, so it is for whole values alone. */
    readonly bringsQuotes?: true;
  };
  /** With a function for each of the two places, plugged in the way that its documentation shows. */
  readonly careful?: Compile;
}

/** Text with its quotes, or any other value as JSON. */
function json(value: unknown): string {
  return JSON.stringify(value);
}

/** A value as JSON text, without the quotes around it. */
function inside(value: unknown): string {
  return JSON.stringify(String(value)).slice(1, -1);
}

function escaperOf(payload: SafetyPayload): typeof json {
  return payload === 'whole value' ? json : inside;
}

/** The payload, with the engine's own way to write a number, a text that brings its quotes, and one that does not. */
function sources(number: string, whole: string, inside: string): Readonly<Record<SafetyPayload, string>> {
  return {
    'whole value': `{"errors":${number},"text":${whole} }`,
    'inside a string': `{"errors":${number},"text":"Profile ${inside} has met an error"}`,
  };
}

const own = sources('$errorCount$', '$profile$', '$profile$');
const mustacheSources = sources('{{errorCount}}', '"{{profile}}"', '{{profile}}');
const bareMustacheSources = sources('{{errorCount}}', '{{profile}}', '{{profile}}');
const handlebarsSources = sources('{{json errorCount}}', '{{json profile}}', '{{inside profile}}');
const liquidSources = sources('{{ errorCount }}', '{{ profile }}', '{{ profile }}');
const liquidFilters = sources('{{ errorCount | json }}', '{{ profile | json }}', '{{ profile | inside }}');
const dumpSources = sources('{{ errorCount | dump }}', '{{ profile | dump }}', '{{ profile | dump }}');
const dumpFilters = sources('{{ errorCount | dump }}', '{{ profile | dump }}', '{{ profile | inside }}');
const tagSources = sources('<%= it.errorCount %>', '"<%= it.profile %>"', '<%= it.profile %>');
const bareTagSources = sources('<%= it.errorCount %>', '<%= it.profile %>', '<%= it.profile %>');
const dotSources = sources('{{!it.errorCount}}', '"{{!it.profile}}"', '{{!it.profile}}');
const dotExpressions = sources(
  '{{=JSON.stringify(it.errorCount)}}',
  '{{=JSON.stringify(it.profile)}}',
  '{{=JSON.stringify(String(it.profile)).slice(1, -1)}}',
);
const stSources = sources(
  '$errorCount$',
  '"$profile; format="xml-encode"$"',
  '$profile; format="xml-encode"$',
);
const stRenderers = sources('$errorCount$', '$profile; format="json"$', '$profile; format="inside"$');

const liquid = new Liquid({ outputEscape: 'json' });
const plainLiquid = new Liquid();
plainLiquid.registerFilter('inside', inside);
const plainNunjucks = new nunjucks.Environment(null, { autoescape: false });
plainNunjucks.addFilter('inside', inside);
const plainHandlebars = Handlebars.create();
plainHandlebars.registerHelper({ json, inside });
const dotSettings = { ...dot.templateSettings, strip: false };
const stGroup = new STGroup('$', '$');
stGroup.registerRenderer(String, new StringRenderer());
const jsonGroup = new STGroup('$', '$');
jsonGroup.registerRenderer(String, {
  // Asked for the template's own text as well, without a format.
  toString: (value: unknown, { format }: { readonly format?: string }) =>
    format === 'json' ? json(value) : format === 'inside' ? inside(value) : String(value),
});

function liquidWith(engine: Liquid, source: Readonly<Record<SafetyPayload, string>>): Compile {
  return payload => {
    const template = engine.parse(source[payload]);
    return context => String(engine.renderSync(template, context));
  };
}

function etaWith(source: string, escapeFunction?: typeof json): (context: object) => string {
  const engine = new Eta({ autoEscape: true, ...(escapeFunction && { escapeFunction }) });
  const template = engine.compile(source);
  return context => template.call(engine, context);
}

function stWith(group: STGroup, source: string): (context: object) => string {
  const prototype = new ST(group, source);
  return context => {
    const template = new ST(prototype);
    for (const [name, value] of Object.entries(context)) template.add(name, value);
    return template.render();
  };
}

const ejsOptions = { strict: true, localsName: 'it' } as const;

export const escapingModes: readonly EscapingModes[] = [
  {
    name: ours,
    own: {
      mode: "output: 'json'",
      compile: payload => compileTemplate(own[payload], { output: 'json' }).render,
    },
  },
  {
    name: 'liquidjs',
    own: { mode: "outputEscape: 'json'", compile: liquidWith(liquid, liquidSources), bringsQuotes: true },
    careful: liquidWith(plainLiquid, liquidFilters),
  },
  {
    name: 'nunjucks',
    own: {
      mode: 'filter dump',
      compile: payload => context => plainNunjucks.renderString(dumpSources[payload], context),
      bringsQuotes: true,
    },
    careful: payload => context => plainNunjucks.renderString(dumpFilters[payload], context),
  },
  {
    name: 'mustache',
    own: {
      mode: 'escapes for HTML',
      compile: payload => context => Mustache.render(mustacheSources[payload], context),
    },
    careful: payload => context =>
      Mustache.render(bareMustacheSources[payload], context, {}, { escape: escaperOf(payload) }),
  },
  {
    name: 'eta',
    own: { mode: 'escapes for HTML', compile: payload => etaWith(tagSources[payload]) },
    careful: payload => etaWith(bareTagSources[payload], escaperOf(payload)),
  },
  {
    name: 'ejs',
    own: { mode: 'escapes for HTML', compile: payload => ejs.compile(tagSources[payload], ejsOptions) },
    careful: payload => ejs.compile(bareTagSources[payload], { ...ejsOptions, escape: escaperOf(payload) }),
  },
  {
    name: 'handlebars',
    own: { mode: 'escapes for HTML', compile: payload => Handlebars.compile(mustacheSources[payload]) },
    careful: payload => plainHandlebars.compile(handlebarsSources[payload], { noEscape: true }),
  },
  {
    name: 'dot',
    own: { mode: 'escapes for HTML', compile: payload => dot.template(dotSources[payload], dotSettings) },
    careful: payload => dot.template(dotExpressions[payload], dotSettings),
  },
  {
    name: 'stringtemplate4ts',
    own: { mode: 'escapes for XML', compile: payload => stWith(stGroup, stSources[payload]) },
    careful: payload => stWith(jsonGroup, stRenderers[payload]),
  },
];
