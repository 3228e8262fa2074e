import { type CheckJob, runCheck } from './check-job.ts';

/*
 * The thread that checks configurations, so that typing never has to wait. A script of its own, which a page loads by
 * its URL.
 */

addEventListener('message', ({ data }: MessageEvent<CheckJob>) => {
  postMessage(runCheck(data));
});
