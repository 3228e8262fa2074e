import { startPage } from './start-page.ts';

const { origin, close } = await startPage(8090);
console.log(`The editor on a page of its own: ${origin}/ (Ctrl+C ends it)`);
process.once('SIGINT', close);
