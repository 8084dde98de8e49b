import { useState } from 'react';
import {
  inputFields,
  missingInputs,
  type Transition,
  type TransitionInput,
  type TransitionInputs,
  type TransitionWords,
} from '#schemas/orders/transitions.ts';
import type { ElementSlot } from '../../forms/elementSlot.ts';
import { Button } from '../../look/Button.tsx';
import { Dialog } from '../../look/Dialog.tsx';
import { Field, type FieldControl } from '../../look/Field.tsx';

/** The dialog before a transition: asks for its required fields, or for confirmation. */
export function TransitionDialog({
  transition,
  question,
  onAnswer,
  onClose,
  children,
}: {
  transition: Pick<Transition, 'inputs'> & Partial<Pick<Transition, 'to'>>;
  question: NonNullable<TransitionWords['question']>;
  onAnswer: (fields: ReturnType<typeof inputFields>) => void;
  onClose: () => void;
  /** Additional information or inputs. */
  children?: ElementSlot;
}) {
  const [answers, setAnswers] = useState<TransitionInputs>({});
  const [hasTried, setTried] = useState(false);
  const missing = missingInputs(transition, answers);
  const submit = () => {
    setTried(true);
    if (missing.length === 0) onAnswer(inputFields(answers));
  };
  return (
    <Dialog
      title={question.title}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{question.no}</Button>
          <Button type="submit" kind={isEnd(transition) ? 'danger' : 'primary'}>
            {question.yes}
          </Button>
        </>
      }
    >
      {question.text && <p>{question.text}</p>}
      {transition.inputs.map((need) => (
        <Field
          key={need.field}
          label={need.label}
          isRequired={need.isRequired}
          {...(need.hint ? { hint: need.hint } : {})}
          error={hasTried && missing.includes(need) ? `Missing required field: ${need.label}` : undefined}
        >
          {(control) => (
            <Control
              control={control}
              need={need}
              value={answers[need.field] ?? ''}
              onChange={(text) => setAnswers((before) => ({ ...before, [need.field]: text }))}
            />
          )}
        </Field>
      ))}
      {children}
    </Dialog>
  );
}

function Control({
  control,
  need,
  value,
  onChange,
}: {
  control: FieldControl;
  need: TransitionInput;
  value: string;
  onChange: (text: string) => void;
}) {
  if (!need.choices) {
    return (
      <textarea
        {...control}
        rows={4}
        maxLength={need.maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">Choose one</option>
      {Object.entries(need.choices).map(([choice, label]) => (
        <option key={choice} value={choice}>
          {label}
        </option>
      ))}
    </select>
  );
}

const isEnd = ({ to }: Partial<Pick<Transition, 'to'>>) => to === null || to === 'CANCELED';
