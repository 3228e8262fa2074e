import { withBase } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import { h, type VNode } from 'vue';
import './theme.css';

/** That of the theme has no landmark. */
function notFound(): VNode {
  const first = h('a', { href: withBase('/') }, 'Go to the first page');
  return h('main', { class: 'not-found' }, [
    h('h1', 'There is no such page'),
    h('p', [first, ', or search for what you want.']),
  ]);
}

export default { ...theme, Layout: () => h(theme.Layout, null, { 'not-found': notFound }) };
