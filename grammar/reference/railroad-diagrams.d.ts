/** The part of @prantlf/railroad-diagrams that is used here; the package brings no types. */
declare module '@prantlf/railroad-diagrams' {
  type Part = string | Shape;
  export interface Shape {
    readonly width: number;
  }
  export class Diagram implements Shape {
    constructor(...parts: Part[]);
    readonly width: number;
    readonly attrs: { readonly width: number; readonly height: number };
    toString(): string;
  }
  export class Sequence implements Shape {
    constructor(...parts: Part[]);
    readonly width: number;
  }
  export class Choice implements Shape {
    constructor(normal: number, ...parts: Part[]);
    readonly width: number;
  }
  export class Optional implements Shape {
    constructor(part: Part);
    readonly width: number;
  }
  export class OneOrMore implements Shape {
    constructor(part: Part, separator?: Part);
    readonly width: number;
  }
  export class ZeroOrMore implements Shape {
    constructor(part: Part);
    readonly width: number;
  }
  export class Terminal implements Shape {
    constructor(text: string, href?: string);
    readonly width: number;
  }
  export class NonTerminal implements Shape {
    constructor(text: string, href?: string);
    readonly width: number;
  }
  export class Comment implements Shape {
    constructor(text: string);
    readonly width: number;
  }
}
