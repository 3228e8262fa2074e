import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Look, ShownMessage } from '../../../src/editor/element/look/message-look.ts';

/** An address without a place to break. */
const long = `https://shop.example/orders/${'4711'.repeat(40)}`;

/** A message of each look, written as its receiver reads it, with the words that a person then reads. */
export const messages: Readonly<Record<Look, ShownMessage & { readonly words: readonly string[] }>> = {
  slack: {
    look: 'slack',
    sender: 'Order service',
    time: '9:41 AM',
    text: `*Order 4711 was paid*\n• Customer: <https://shop.example/customers/7|Ada &amp; Co>\n• Total: 99.90 EUR ~120.00 EUR~\n> Please _hurry_\nSee ${long}\n<!here>: run \`retry 4711\`\n\`\`\`\n{ "order": 4711 }\n\`\`\``,
    words: [
      'Order 4711 was paid',
      'Ada & Co',
      'Please hurry',
      long,
      '@here',
      'retry 4711',
      '{ "order": 4711 }',
    ],
  },
  mattermost: {
    look: 'mattermost',
    sender: 'Order service',
    level: 'error',
    title: 'Payment of order 4711 failed',
    text: `**Customer:** Ada & Co\n**Why:** the card was *declined*\n\n- first\n  - second\n\n1. one\n1. two\n\n@channel see [the order](https://shop.example/o/4711) or ${long}`,
    words: [
      'Payment of order 4711 failed',
      'Customer: Ada & Co',
      'declined',
      'second',
      '2.',
      '@channel',
      'the order',
      long,
    ],
  },
  discord: {
    look: 'discord',
    sender: 'Order service',
    time: 'Today at 9:41 AM',
    level: 'warning',
    title: 'Order 4711 is late',
    text: `# Two days\n**Customer:** Ada & Co, __since__ Monday\n> a note\n- [the order](https://shop.example/o/4711)\n- ||secret||\n<@80351110224678912> ${long}`,
    words: [
      'Order 4711 is late',
      'Two days',
      'Ada & Co',
      'a note',
      'the order',
      'secret',
      '@80351110224678912',
      long,
    ],
  },
  'google-chat': {
    look: 'google-chat',
    sender: 'Order service',
    text: `*Order 4711 was paid*\n* 99.90 EUR\n* <https://shop.example/c/7|Ada>\n<users/all> ${long}`,
    words: ['Order 4711 was paid', '99.90 EUR', 'Ada', '@all', long],
  },
  teams: {
    look: 'teams',
    sender: 'Workflows',
    level: 'critical',
    title: 'Payments are down',
    text: `**Since:** 9:41\n\n- [Dashboard](https://shop.example/d)\n- region _eu_\n\n${long}`,
    words: ['Payments are down', 'Since: 9:41', 'Dashboard', 'region eu', long],
  },
  telegram: {
    look: 'telegram',
    sender: 'Order bot',
    time: '9:41',
    text: `<b>Order 4711 was paid</b>\n• Customer: <a href="https://shop.example/c/7">Ada &amp; Co</a>\n<blockquote>a note</blockquote>\n<code>99.90</code> ${long}`,
    words: ['Order 4711 was paid', 'Ada & Co', 'a note', '99.90', long],
  },
  phone: {
    look: 'phone',
    receiver: 'ntfy',
    sender: 'ntfy',
    title: 'Order 4711 was paid',
    text: `Customer: Ada & Co\nTotal: 99.90 EUR\n${long}`,
    words: ['Order 4711 was paid', 'Customer: Ada & Co', 'Total: 99.90 EUR', long],
  },
  incident: {
    look: 'incident',
    sender: 'Shop payments',
    level: 'critical',
    time: '9:41 AM',
    text: `Payment of order 4711 failed: card declined ${long}`,
    words: ['Critical', 'Triggered', 'Payment of order 4711 failed: card declined', long],
  },
  chat: {
    look: 'chat',
    receiver: 'Gotify',
    sender: 'Order service',
    title: 'Order 4711 was paid',
    text: `Customer: *Ada* & Co\n${long}`,
    words: ['Order 4711 was paid', 'Customer: *Ada* & Co', long],
  },
};

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'";

/** Serves the page of `look-page.ts` on the loopback interface, under as strict a policy as the element can stand. */
export async function serveLooks(): Promise<{ readonly url: string; readonly close: () => void }> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('look-page.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'error',
  });
  const page =
    '<!doctype html><html lang="en"><title>Messages</title><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="page.css"><body><main><h1>Messages</h1><div id="messages"></div></main><script type="module" src="page.js"></script>';
  const style =
    ':root { color-scheme: light dark; background: light-dark(#f5f6f8, #0f1115); } body { margin: 8px; } h1 { font: 14px sans-serif; color: light-dark(#1c2128, #e6e9ef); }';
  const server = createServer(({ url }, response) => {
    response.setHeader('content-security-policy', `${policy}; trusted-types lit-html`);
    const [type, body] =
      url === '/page.js'
        ? ['text/javascript', outputFiles[0]?.contents]
        : url === '/page.css'
          ? ['text/css', style]
          : ['text/html', page];
    response.setHeader('content-type', `${type}; charset=utf-8`).end(body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}
