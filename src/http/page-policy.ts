// The content security policies of our pages: each loads what is its own, and no text on it can run.

interface Allowed {
  /** In place of our own styles. */
  readonly style?: string;
  readonly images?: string;
  /** Where forms lead; by default nowhere. */
  readonly forms?: "'self'";
}

export function pagePolicy({ style = "'self'", images = "'self'", forms }: Allowed = {}): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${style}`,
    "connect-src 'self'",
    `img-src ${images}`,
    `form-action ${forms ?? "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** For pages whose scripts make no markup of texts. */
export const NO_MARKUP = "; require-trusted-types-for 'script'; trusted-types 'none'";
