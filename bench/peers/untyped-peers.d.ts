/* The parts of untyped engines that the benchmarks use. */

declare module 'mustache' {
  class Context {
    constructor(view: object, parent?: Context);
  }
  class Writer {
    parse(template: string): readonly unknown[];
    renderTokens(tokens: readonly unknown[], context: Context): string;
  }
  const mustache: {
    readonly Context: typeof Context;
    readonly Writer: typeof Writer;
    render(template: string, view: object, partials?: object, config?: object): string;
  };
  export = mustache;
}

declare module 'nunjucks' {
  class Environment {
    constructor(loader: null, options: { readonly autoescape: boolean });
    addFilter(name: string, filter: (value: never) => unknown): void;
    renderString(template: string, context: object): string;
  }
  class Template {
    constructor(source: string, environment: Environment, path: string, eagerCompile: boolean);
    render(context: object): string;
  }
  const nunjucks: { readonly Environment: typeof Environment; readonly Template: typeof Template };
  export = nunjucks;
}

declare module 'ejs' {
  const ejs: {
    compile(template: string, options?: object): (data: object) => string;
  };
  export = ejs;
}

declare module 'dot' {
  const dot: {
    readonly templateSettings: object;
    template(template: string, settings?: object): (data: object) => string;
  };
  export = dot;
}
