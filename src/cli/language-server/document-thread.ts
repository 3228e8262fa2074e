import { parentPort } from 'node:worker_threads';
import { type DocumentJob, workOn } from './check-document.ts';
import type { ThreadAnswer, ThreadQuestion } from './document-worker.ts';

/*
 * A thread that checks documents, one after the other, so that whoever types never has to wait. `DocumentWorker` starts
 * it, and ends it where nobody wants to know any more what it works on.
 */

const settings = new Map<number, DocumentJob['settings']>();

// `DocumentWorker` sends nothing else.
parentPort?.on('message', async (question: ThreadQuestion) => {
  if (question.kind === 'settings') {
    settings.set(question.id, question.settings);
    return;
  }
  const known = settings.get(question.settings);
  if (!known) throw new Error('The settings come before the text.');
  const value = await workOn({ ...question.job, settings: known });
  parentPort?.postMessage({ value } satisfies ThreadAnswer);
});
