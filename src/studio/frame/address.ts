/** Where somebody is: the path below where the pages begin, with a slash before it, and the query. */
export interface Address {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** The parameters of a path by a pattern such as `/flows/{projectId}/{taskId}`; undefined where it is none of these. */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, step] of wanted.entries()) {
    const text = given[index] ?? '';
    if (!step.startsWith('{')) {
      if (step !== text) return undefined;
      continue;
    }
    const value = decode(text);
    if (value === undefined || value === '') return undefined;
    params[step.slice(1, -1)] = value;
  }
  return params;
}

/** A path below where the pages begin, without a slash before it, as links have it. */
export function pathOf(...steps: readonly string[]): string {
  return steps.map(encodeURIComponent).join('/');
}

/** A query without what is not said. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const said = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said)}`;
}

/** Another query at the same address: what is said here, and what it said before of anything else. */
export function withAsked(
  { path, query }: Address,
  said: Readonly<Record<string, string | undefined>>,
): string {
  return withQuery(path.slice(1), { ...Object.fromEntries(query), ...said });
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
