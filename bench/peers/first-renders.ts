import { precompileTemplate } from '../../src/template/precompile/precompile-template.ts';
import { ours, precompiled } from '../ours.ts';

/** A script that imports an engine and renders `{"text":"nightly"}` into `output`, as its documentation begins. */
export interface FirstRender {
  readonly name: string;
  readonly script: string;
}

/** The baseline that every process pays. */
export const emptyModule: FirstRender = {
  name: 'an empty module',
  script: `const output = '{"text":"nightly"}';`,
};

export const precompiledRender: FirstRender = {
  name: precompiled,
  script: `${precompileTemplate('{"text":"$profile$"}', { output: 'json' }).code}
      const output = render({ profile: 'nightly' });`,
};

export const firstRenders: readonly FirstRender[] = [
  emptyModule,
  precompiledRender,
  {
    name: ours,
    script: `import { compileTemplate } from 'hookplate';
      const output = compileTemplate('{"text":"$profile$"}', { output: 'json' }).render({ profile: 'nightly' });`,
  },
  {
    name: 'eta',
    script: `import { Eta } from 'eta';
      const output = new Eta().renderString('{"text":"<%= it.profile %>"}', { profile: 'nightly' });`,
  },
  {
    name: 'dot',
    script: `import dot from 'dot';
      const output = dot.template('{"text":"{{=it.profile}}"}')({ profile: 'nightly' });`,
  },
  {
    name: 'ejs',
    script: `import ejs from 'ejs';
      const output = ejs.render('{"text":"<%- profile %>"}', { profile: 'nightly' });`,
  },
  {
    name: 'handlebars',
    script: `import Handlebars from 'handlebars';
      const output = Handlebars.compile('{"text":"{{profile}}"}')({ profile: 'nightly' });`,
  },
  {
    name: 'mustache',
    script: `import Mustache from 'mustache';
      const output = Mustache.render('{"text":"{{profile}}"}', { profile: 'nightly' });`,
  },
  {
    name: 'nunjucks',
    script: `import nunjucks from 'nunjucks';
      const output = nunjucks.renderString('{"text":"{{profile}}"}', { profile: 'nightly' });`,
  },
  {
    name: 'liquidjs',
    script: `import { Liquid } from 'liquidjs';
      const output = new Liquid().parseAndRenderSync('{"text":"{{profile}}"}', { profile: 'nightly' });`,
  },
  {
    name: 'stringtemplate4ts',
    script: `import { ST } from 'stringtemplate4ts';
      const output = new ST('{"text":"$profile$"}', '$', '$').add('profile', 'nightly').render();`,
  },
];
