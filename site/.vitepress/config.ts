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
    // In the order of the README's table of guides.
    sidebar: [
      {
        text: 'Begin',
        items: [
          { text: 'What it is', link: '/' },
          page('Embed it', 'embed'),
          page('Events of your own', 'own-events'),
          page('From Handlebars or Liquid', 'from-handlebars-or-liquid'),
          page('Glossary', 'glossary'),
        ],
      },
      {
        text: 'Templates',
        items: [
          { text: 'The language', link: '/grammar/reference/language-reference' },
          page('Validate', 'validate'),
          page('What is proved', 'proved'),
          page('Preview', 'preview'),
          page('Receivers', 'receivers'),
          page('Precompile', 'precompile'),
        ],
      },
      {
        text: 'Pages and editors',
        items: [
          page('A settings page', 'settings-page'),
          page('&lt;webhook-editor&gt;', 'editor'),
          page('Your own editor', 'editors'),
          page('Command line and CI', 'command-line'),
        ],
      },
      {
        text: 'Delivery',
        items: [
          page('An outbox in your transaction', 'transactions'),
          page('The outbox', 'outbox'),
          page('How far it scales', 'scaling'),
          page('Without a database', 'deliver'),
          page('Watch deliveries', 'watch-deliveries'),
        ],
      },
      {
        text: 'A server',
        items: [
          page('Serve', 'serve'),
          page('In your own application', 'server'),
          page('The pages', 'studio'),
          page('Report events', 'report-events'),
          page('Sources', 'sources'),
          page('Relay alerts', 'relay'),
          page('Run processes', 'run-processes'),
          page('Operate', 'operate'),
        ],
      },
      {
        text: 'Look up',
        items: [
          page('Errors', 'errors'),
          { text: 'Changelog', link: '/CHANGELOG' },
          { text: 'Security', link: '/SECURITY' },
          { text: 'Contribute', link: '/CONTRIBUTING' },
          page('Develop', 'develop'),
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
