/** The modules of `compiler/` as one script, with what they import. */
export interface CompilerText {
  /** CommonJS. */
  readonly text: string;
  /** The imported modules by the name that the text requires. */
  readonly modules: Readonly<Record<string, object>>;
}

/** Null when the modules run from their sources; the build of the server replaces it. */
export const compilerText: CompilerText | null = null;
