import type { Form } from '#schemas/forms/form.ts';

/**
 * The number of widgets from which `content-visibility: auto` is worth it: it speeds up layout but hides off-screen
 * content from assistive technology.
 */
const largeForm = 200;

/** Whether a form is large enough for `content-visibility: auto`. */
export const isLarge = ({ widgets }: Form): boolean => widgets.length > largeForm;
