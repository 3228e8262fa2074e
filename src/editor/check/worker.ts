import { type CheckJob, runCheck } from './check-job.ts';

/*
 * The thread in which configurations are checked, so that typing never waits. A script of its own, which a page loads by
 * its address.
 */

addEventListener('message', ({ data }: MessageEvent<CheckJob>) => {
  postMessage(runCheck(data));
});
