const number = (key: string, meta: object, config: object = {}) => ({
  ratio: 1,
  widget: { type: 'number_input', meta: { key, label: key, ...meta }, config },
});
const columns = [
  number('count', { validationScript: 'if $count > 100 { reject $count because "At most 100" }' }),
  number('price', { conditionalScript: '$count > 0' }),
  number('sum', {}, { readonly: true, initialValue: { value: '$count * $price' } }),
];
const elements = { type: 'container', config: { layout: [{ columns }] } };
const table = { type: 'table', meta: { key: 'rows', label: 'Rows' }, config: { elements } };
/** A form with one table whose rows are validated, shown and calculated by scripts. */
export const heavySchema = {
  version: 1,
  root: { type: 'container', config: { layout: [{ columns: [{ ratio: 1, widget: table }] }] } },
};
