import type { Row } from '#schemas/forms/filling/row.ts';
import type { SoundWidget } from '#schemas/forms/form.ts';
import { Icon } from '../../look/Icon.tsx';
import { useCell } from '../store/hooks.ts';
import styles from './Field.module.css';

/** What refuses a part of the form as a whole, as a script may. */
export function Messages({ widget, row }: { widget: SoundWidget; row: Row }) {
  return widget.key === '' ? null : <OwnMessages widget={widget} row={row} />;
}

function OwnMessages({ widget, row }: { widget: SoundWidget; row: Row }) {
  return <MessageList messages={useCell(widget, row).messages} />;
}

/** Errors in words, each with its sign. */
export function MessageList({ messages, id }: { messages: readonly string[]; id?: string }) {
  if (messages.length === 0) return null;
  return (
    <div id={id}>
      {messages.map((message) => (
        <p key={message} className={styles.error}>
          <Icon name="alert" size={16} />
          {message}
        </p>
      ))}
    </div>
  );
}
