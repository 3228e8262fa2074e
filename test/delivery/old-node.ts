import { spawnSync } from 'node:child_process';

/** Pretends to be a Node that lacks what the HTTP client needs; loaded before all else. */
const pretence = `
  import zlib from 'node:zlib';
  import { syncBuiltinESMExports } from 'node:module';
  Object.defineProperty(zlib, 'createZstdDecompress', { value: undefined });
  syncBuiltinESMExports();
  for (const [name, value] of [['version', 'v20.1.0'], ['versions', { ...process.versions, node: '20.1.0' }]]) {
    Object.defineProperty(process, name, { value });
  }
`;

/** The error output of an old Node that imports a module. */
export function importOnOldNode(module: URL): string {
  const preload = `data:text/javascript,${encodeURIComponent(pretence)}`;
  const args = ['--import', preload, '--input-type=module', '--eval', `import '${module.href}'`];
  return spawnSync(process.execPath, args, { encoding: 'utf8' }).stderr;
}
