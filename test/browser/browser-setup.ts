import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type RunningBrowser, startBrowser } from './start-browser.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Answers with the address of the one browser of the run, which is started when somebody asks for it first. */
    browserUrl: string;
  }
}

let server: Server | undefined;
let browser: Promise<RunningBrowser> | undefined;

export async function setup(project: TestProject): Promise<void> {
  server = createServer((_, response) => {
    browser ??= startBrowser();
    browser.then(
      ({ endpoint }) => response.end(endpoint),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  project.provide('browserUrl', `http://127.0.0.1:${port}/`);
}

export async function teardown(): Promise<void> {
  server?.close();
  server?.closeAllConnections();
  await browser?.then(
    ({ close }) => close(),
    () => {},
  );
}
