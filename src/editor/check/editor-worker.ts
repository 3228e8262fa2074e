import { type CheckJob, runCheck } from './check-job.ts';
import { galleryLoaded } from './known-receivers.ts';

/*
 * The thread that checks configurations, so that typing never has to wait. A script of its own, which a page loads by
 * its URL.
 */

addEventListener('message', async ({ data }: MessageEvent<CheckJob>) => {
  await galleryLoaded;
  postMessage(runCheck(data));
});
