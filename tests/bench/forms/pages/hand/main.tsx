import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { columns, fieldsInContainer, sizeFromAddress } from '../size.ts';

const { fields, rows: rowCount } = sizeFromAddress();
const root = document.getElementById('root');
if (root) createRoot(root).render(<Page />);

/** The hand-written reference page: uncontrolled inputs with labels and empty error lines, without validation. */
function Page() {
  const [rows, setRows] = useState(() => Array.from({ length: rowCount }, (_, row) => row));
  return (
    <main>
      <h1>Order</h1>
      {Array.from({ length: fields / fieldsInContainer }, (_, part) => part * fieldsInContainer).map((first) => (
        <fieldset key={first}>
          {Array.from({ length: fieldsInContainer }, (_, field) => first + field).map((field) => (
            <Field key={field} id={`field${field}`} label={`Field ${field}`} />
          ))}
        </fieldset>
      ))}
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column}>{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              {columns.map((column) => (
                <td key={column}>
                  <Field id={`row${row}-${column}`} label={`${column} ${row + 1}`} value={column} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" onClick={() => setRows([...rows, rows.length])}>
        Add Row
      </button>
    </main>
  );
}

function Field({ id, label, value }: { id: string; label: string; value?: string }) {
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input id={id} type="text" defaultValue={value} aria-describedby={`${id}-error`} />
      <p id={`${id}-error`} />
    </div>
  );
}
