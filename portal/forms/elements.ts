import type { ReactElement } from 'react';

/**
 * What a component can be given to render beside something else: elements only. A bare text there breaks the page when the
 * browser translates it (tests/architecture/translated.ts).
 */
export type Elements = ReactElement | '' | false | null | undefined | readonly Elements[];
