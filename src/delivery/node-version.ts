const [neededMajor, neededMinor] = [22, 19] as const;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

/*
 * Imported before everything else: on an older Node the HTTP client fails while it is loaded, without a word about the
 * version. The message names the package: any of its entries, or its command, may have led here.
 */
if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  const needed = `hookplate needs Node.js ${neededMajor}.${neededMinor} or later; this is ${process.versions.node}.`;
  const error = Object.assign(new Error(needed), { code: 'unsupported-node' });
  // The stack would not help anybody.
  error.stack = needed;
  throw error;
}

export {};
