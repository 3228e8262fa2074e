import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import type { Page } from 'playwright-core';

/** The folder of the pictures of pages whose tests failed. */
const pictures = 'test-results';

/** Which page of which test. */
interface PictureOf {
  /** The path of the test file. */
  readonly file: string;
  /** The name of the test, with those of the groups around it. */
  readonly test: string;
  /** 1 for the first page that the test opened. */
  readonly number: number;
}

/** The hash tells apart tests whose names begin alike, or differ only in signs that no file name has. */
export function pictureFile({ file, test, number }: PictureOf): string {
  const hash = createHash('sha256').update(`${file} ${test}`).digest('hex').slice(0, 8);
  const words = test.replace(/\W+/g, '-').slice(0, 60);
  return `${pictures}/${basename(file, '.test.ts')}-${words}-${hash}-${number}.png`;
}

/** Never fails: the test has failed already, and a page that crashed cannot be painted. */
export async function keepPicture(page: Pick<Page, 'screenshot' | 'url'>, of: PictureOf): Promise<void> {
  const path = pictureFile(of);
  try {
    await page.screenshot({ path, fullPage: true });
    console.error(`The page as it was: ${path}, at ${page.url()}`);
  } catch (error) {
    console.error(`No picture of the page at ${page.url()}: ${error}`);
  }
}

/** Removes the pictures of earlier runs. */
export function forgetPictures(): void {
  rmSync(pictures, { recursive: true, force: true });
}
