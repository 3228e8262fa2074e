import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '../../api/problem.ts';
import type { TemplateAnswer, TemplateJob } from './template-threads.ts';
import { createTemplateWork, type TemplateTasks, type WorkSettings } from './template-work.ts';

/*
 * A thread that checks templates, so that nobody's template holds up the server. A script of its own, which
 * `TemplateThreads` starts and ends.
 */

// `TemplateThreads` sends nothing else.
const settings = workerData as WorkSettings;
const work = createTemplateWork(settings);

parentPort?.on('message', (job: TemplateJob) => {
  parentPort?.postMessage(answerTo(job));
});

const ready: TemplateAnswer = { kind: 'ready' };
parentPort?.postMessage(ready);

function answerTo<K extends keyof TemplateTasks>(job: TemplateJob<K>): TemplateAnswer {
  try {
    return { kind: 'done', value: work[job.kind](job.input) };
  } catch (error) {
    if (!(error instanceof Problem)) return { kind: 'failed', error };
    const { status, code, message, headers, extensions } = error;
    return { kind: 'problem', problem: { status, code, message, headers, extensions } };
  }
}
