import { cp, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { defineConfig } from 'vitepress';
import hookplate from '../../grammar/reference/hookplate.tmLanguage.json' with { type: 'json' };

/** Files that pages link to, which are no pages; pictures are found by the build itself. */
const files = [
  'LICENSE',
  'docs/Containerfile',
  'docs/alerts.yaml',
  'grammar/reference/hookplate.tmLanguage.json',
  'grammar/reference/railroad.svg',
  'grammar/reference/template.ebnf',
];

const page = (text: string, name: string) => ({ text, link: `/docs/${name}` });

export default defineConfig({
  title: 'hookplate',
  description: 'Webhook templates that are proved when they are saved, rendered fast and delivered safely',
  lang: 'en',
  // One source: the pages of the repository, where they are, so that their links hold in both.
  srcDir: '..',
  srcExclude: [
    '{bench,examples,node_modules,src,test}/**',
    'site/dist/**',
    'grammar/*.md',
    'grammar/reference/diagnostics/**',
  ],
  rewrites: { 'README.md': 'index.md', 'site/playground.md': 'playground.md' },
  outDir: './dist',
  cacheDir: '../node_modules/.cache/vitepress',
  // Works below any path.
  base: './',
  markdown: {
    languages: [{ ...hookplate, name: 'template' }],
    config(markdown) {
      const { rules } = markdown.renderer;
      // Braces in code are no expressions of Vue.
      const writeCode = rules.code_inline;
      rules.code_inline = (tokens, index, ...rest) => {
        tokens[index].attrSet('v-pre', '');
        return writeCode(tokens, index, ...rest);
      };
      const writeImage = rules.image;
      rules.image = (tokens, index, options, env, self) => {
        const image = writeImage?.(tokens, index, options, env, self) ?? '';
        const isPlayground = tokens[index].attrGet('src')?.endsWith('editor/mistake.png');
        return isPlayground ? `<a href="./playground.html" title="Try it">${image}</a>` : image;
      };
      const openPage = rules.link_open;
      rules.link_open = (tokens, index, options, env, self) => {
        const token = tokens[index];
        const name = basename(token.attrGet('href') ?? '');
        if (!files.some(file => basename(file) === name)) return openPage(tokens, index, options, env, self);
        // Left to the browser, since it is not one of the pages that replace each other.
        token.attrSet('target', '_self');
        return self.renderToken(tokens, index, options);
      };
    },
  },
  vue: { template: { compilerOptions: { isCustomElement: tag => tag === 'webhook-editor' } } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    externalLinkIcon: false,
    nav: [
      { text: 'Playground', link: '/playground' },
      { text: 'Language', link: '/grammar/reference/language-reference' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
    sidebar: [
      {
        text: 'Begin',
        items: [
          { text: 'What it is', link: '/' },
          page('Embed', 'embed'),
          page('Events of your own', 'own-events'),
          page('Precompile', 'precompile'),
          page('Preview', 'preview'),
        ],
      },
      {
        text: 'Templates',
        items: [
          { text: 'The language', link: '/grammar/reference/language-reference' },
          page('Validate', 'validate'),
          page('What is proved', 'proved'),
          page('From Handlebars or Liquid', 'from-handlebars-or-liquid'),
          page('Receivers', 'receivers'),
          page('A settings page', 'settings-page'),
          page('The element to edit', 'editor'),
          page('Other editors', 'editors'),
          page('Command line', 'command-line'),
        ],
      },
      {
        text: 'Delivery',
        items: [
          page('Outbox', 'outbox'),
          page('In your transaction', 'transactions'),
          page('How far it scales', 'scaling'),
          page('Deliver without a database', 'deliver'),
          page('Watch deliveries', 'watch-deliveries'),
        ],
      },
      {
        text: 'Server',
        items: [
          page('Serve', 'serve'),
          page('In an application', 'server'),
          page('The pages', 'studio'),
          page('Run processes', 'run-processes'),
          page('Report events', 'report-events'),
          page('Sources', 'sources'),
          page('Relay', 'relay'),
          page('Operate', 'operate'),
        ],
      },
      {
        text: 'Look up',
        items: [
          page('Errors', 'errors'),
          page('Glossary', 'glossary'),
          page('Develop', 'develop'),
          { text: 'Changelog', link: '/CHANGELOG' },
          { text: 'Contribute', link: '/CONTRIBUTING' },
          { text: 'Security', link: '/SECURITY' },
        ],
      },
    ],
  },
  async buildEnd({ outDir }) {
    for (const file of files) {
      await mkdir(join(outDir, dirname(file)), { recursive: true });
      await cp(join(import.meta.dirname, '../..', file), join(outDir, file));
    }
  },
});
