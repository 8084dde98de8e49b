import type { Form } from '#schemas/forms/form.ts';

/** Widgets: from here on laying out only what is in sight is worth what it hides from assistive tools. */
const largeForm = 200;

export const isLarge = ({ widgets }: Form): boolean => widgets.length > largeForm;
