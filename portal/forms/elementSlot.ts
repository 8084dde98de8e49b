import type { ReactElement } from 'react';

/**
 * The type for slots that a component renders beside other content: elements only. The browser's page translation
 * replaces bare text nodes, which crashes React (tests/architecture/browser-translation.ts).
 */
export type ElementSlot = ReactElement | '' | false | null | undefined | readonly ElementSlot[];
