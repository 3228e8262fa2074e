import { PrismaPg } from '@prisma/adapter-pg';
import {
  type GetPrismaClientConfig,
  getPrismaClient,
  type PrismaClientOptions,
} from '@prisma/client/runtime/client';
import { onTestFinished } from 'vitest';

/** The part of Prisma that raw queries need. */
export interface RawPrisma {
  readonly $queryRawUnsafe: (text: string, ...values: unknown[]) => Promise<unknown>;
}

interface Client extends RawPrisma {
  readonly $transaction: <T>(work: (tx: RawPrisma) => Promise<T>) => Promise<T>;
  readonly $disconnect: () => Promise<void>;
}

/** Its modules have no types. */
const compiler = '@prisma/client/runtime/query_compiler_fast_bg.postgresql';

/**
 * The output of `prisma generate` for a schema without models (`internal/class.ts`, generator `prisma-client`). Its engine is
 * WebAssembly that comes with the package, and its connections are those of `pg`.
 */
const config: GetPrismaClientConfig = {
  previewFeatures: [],
  clientVersion: '7.10.0',
  engineVersion: 'd1b3f377ca835d73fd50954a5e22128b9ebdd6b8',
  activeProvider: 'postgresql',
  inlineSchema: 'datasource db {\n  provider = "postgresql"\n}\n',
  runtimeDataModel: { models: {}, enums: {}, types: {} },
  parameterizationSchema: { strings: [], graph: 'AAAA' },
  compilerWasm: {
    getRuntime: () => import(`${compiler}.mjs`),
    getQueryCompilerWasmModule: async () => {
      const { wasm } = await import(`${compiler}.wasm-base64.mjs`);
      return new WebAssembly.Module(Buffer.from(wasm, 'base64'));
    },
    importName: './query_compiler_fast_bg.js',
  },
};

/** A client on a database; disconnected when the test ends. */
export function prismaOn(connectionString: string): Client {
  const PrismaClient = getPrismaClient(config) as new (options: PrismaClientOptions) => Client;
  const client = new PrismaClient({ adapter: new PrismaPg({ connectionString }) });
  onTestFinished(() => client.$disconnect());
  return client;
}
