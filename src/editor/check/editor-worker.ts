import { type CheckJob, galleryLoaded, runCheck } from './check-job.ts';

/*
 * The thread that checks configurations, so that typing never has to wait. A script of its own, which a page loads by
 * its URL.
 */

addEventListener('message', async ({ data }: MessageEvent<CheckJob>) => {
  await galleryLoaded;
  postMessage(runCheck(data));
});
