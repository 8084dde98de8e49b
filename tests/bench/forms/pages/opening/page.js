// The reference for 'from a click on an order to a field': no framework, no cache, no access control. A click requests
// the order and its form in parallel, and renders a label and an input for each field.

const main = document.querySelector('main') ?? document.body;
const ask = async (/** @type {string} */ path) => await (await fetch(path)).json();

/** @param {string} tag @param {string} text @returns {HTMLElement} */
const made = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });

/** @param {unknown} part @returns {{ meta: { key: string, label?: string } }[]} */
function fieldsIn(part) {
  if (typeof part !== 'object' || part === null) return [];
  const inside = Object.values(part).flatMap(fieldsIn);
  const { type, meta } = Object(part);
  return typeof type === 'string' && type.endsWith('_input') && meta?.key ? [Object(part), ...inside] : inside;
}

/** @param {string} id */
async function open(id) {
  const [order, form] = await Promise.all([
    ask(`/api/orders/${id}?populate=client,user,product`),
    ask(`/api/orders/${id}/form`),
  ]);
  const fields = fieldsIn(form.formSchema).map(({ meta }) => {
    const label = made('label', meta.label ?? meta.key);
    const input = document.createElement('input');
    const value = order.formData[meta.key];
    input.value = typeof value === 'object' ? JSON.stringify(value ?? '') : String(value ?? '');
    label.append(document.createElement('br'), input);
    return label;
  });
  const whole = document.createElement('form');
  whole.append(...fields);
  main.replaceChildren(made('h1', `Order ${order.refCode}`), whole);
}

const { results } = await ask(`/api/orders${location.search}`);
const table = document.createElement('table');
for (const { id, refCode } of results) {
  const link = made('a', refCode);
  link.setAttribute('href', `#${id}`);
  link.addEventListener('click', () => open(id));
  const cell = document.createElement('td');
  cell.append(link);
  const row = document.createElement('tr');
  row.append(cell);
  table.append(row);
}
main.replaceChildren(made('h1', 'Orders'), table);
