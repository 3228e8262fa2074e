/** What is stored for what came from the configuration file, and for the API of a flow that its task declares. */
const ofConfiguration: readonly string[] = ['configuration', 'hookplate'];

/** `by ada`, `from the configuration file` */
export function byWhom(author: string): string {
  return ofConfiguration.includes(author) ? 'from the configuration file' : `by ${author}`;
}
