import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import {
  type Attributes,
  type AttributeValue,
  type Context,
  type ContextManager,
  context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  type SpanStatus,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { onTestFinished } from 'vitest';

/** A span as it was when it ended. */
export interface RecordedSpan {
  readonly name: string;
  readonly kind: keyof typeof SpanKind;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly attributes: Attributes;
  readonly isError: boolean;
}

/** Registers a tracer that records all spans, until the test ends. */
export function recordSpans(): readonly RecordedSpan[] {
  const ended: RecordedSpan[] = [];
  const tracer: Tracer = {
    startSpan: (name, options, parent = context.active()) => new KeptSpan(ended, name, options, parent),
    startActiveSpan: () => {
      throw new Error('The house begins no span so.');
    },
  };
  context.setGlobalContextManager(new LocalContexts());
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  onTestFinished(() => {
    trace.disable();
    context.disable();
  });
  return ended;
}

class LocalContexts implements ContextManager {
  readonly #current = new AsyncLocalStorage<Context>();

  active(): Context {
    return this.#current.getStore() ?? ROOT_CONTEXT;
  }

  with: ContextManager['with'] = (given, work, self, ...parameters) =>
    this.#current.run(given, () => work.apply(self as ThisParameterType<typeof work>, parameters));

  bind: ContextManager['bind'] = (_given, target) => target;

  enable(): this {
    return this;
  }

  disable(): this {
    this.#current.disable();
    return this;
  }
}

class KeptSpan implements Span {
  readonly #ended: RecordedSpan[];
  readonly #kind: SpanKind;
  readonly #parent: SpanContext | undefined;
  readonly #context: SpanContext;
  readonly #attributes: Attributes = {};
  #name: string;
  #isError = false;
  #isEnded = false;

  constructor(ended: RecordedSpan[], name: string, { kind, attributes }: SpanOptions = {}, parent: Context) {
    this.#ended = ended;
    this.#name = name;
    this.#kind = kind ?? SpanKind.INTERNAL;
    this.#parent = trace.getSpanContext(parent);
    const traceId = this.#parent?.traceId ?? randomBytes(16).toString('hex');
    this.#context = { traceId, spanId: randomBytes(8).toString('hex'), traceFlags: 1 };
    if (attributes) this.setAttributes(attributes);
  }

  spanContext(): SpanContext {
    return this.#context;
  }

  setAttribute(key: string, value: AttributeValue): this {
    return this.setAttributes({ [key]: value });
  }

  setAttributes(attributes: Attributes): this {
    Object.assign(this.#attributes, attributes);
    return this;
  }

  setStatus({ code }: SpanStatus): this {
    this.#isError = code === SpanStatusCode.ERROR;
    return this;
  }

  updateName(name: string): this {
    this.#name = name;
    return this;
  }

  isRecording(): boolean {
    return !this.#isEnded;
  }

  end(): void {
    if (this.#isEnded) throw new Error(`The span ${this.#name} has ended before.`);
    this.#isEnded = true;
    const kinds = ['INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'] as const;
    this.#ended.push({
      name: this.#name,
      kind: kinds[this.#kind] ?? 'INTERNAL',
      traceId: this.#context.traceId,
      spanId: this.#context.spanId,
      parentId: this.#parent?.spanId,
      attributes: this.#attributes,
      isError: this.#isError,
    });
  }

  addEvent(): this {
    return this;
  }

  addLink(): this {
    return this;
  }

  addLinks(): this {
    return this;
  }

  recordException(): void {
    throw new Error('An exception may hold a secret.');
  }
}
