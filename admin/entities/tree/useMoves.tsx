import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { Entity } from '#schemas/generated/types.ts';
import { Undoable } from '../../frame/Undoable.tsx';
import { guarded } from '../../provider/data.ts';
import { request } from '../../provider/http.ts';
import { type Along, alongWords, type EntityNode, isMuch } from './entity-nodes.ts';

/** Milliseconds during which a move can be undone. */
const timeToUndo = 15_000;

/** A move that waits for confirmation because it affects many records. */
export interface AskedMove {
  entity: Entity;
  to: EntityNode | null;
  along: Along;
}

export interface Moves {
  /** Moves an entity below another, or to the top. */
  move: (node: EntityNode, to: EntityNode | null) => Promise<void>;
  asked: AskedMove | undefined;
  /** Confirms or cancels the pending move. */
  answer: (isConfirmed: boolean) => void;
  isMoving: boolean;
}

/**
 * Moves entities. Small moves run at once and offer Undo; large ones need a confirmation. Fails if somebody else has
 * moved the entity in the meantime.
 */
export function useMoves(onMoved: (id: string) => void): Moves {
  const cache = useQueryClient();
  const notify = useNotify();
  const [asked, setAsked] = useState<AskedMove>();
  const [isMoving, setMoving] = useState(false);
  const renew = () => Promise.all(['entities', 'clients'].map((name) => cache.invalidateQueries({ queryKey: [name] })));

  /** Reports the error and reloads the tree. */
  const runMove = async (work: () => Promise<void>) => {
    setMoving(true);
    try {
      await work();
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' });
      await renew();
    } finally {
      setMoving(false);
    }
  };
  const put = async (entity: Entity, parent: string | null): Promise<Entity> => {
    const body = JSON.stringify({ parent });
    const { json } = await request(`/api/entities/${entity.id}`, { method: 'PATCH', headers: guarded(entity), body });
    await renew();
    onMoved(entity.id);
    return json;
  };
  const applyMove = ({ entity, to, along }: AskedMove) =>
    runMove(async () => {
      const moved = await put(entity, to?.id ?? null);
      const takeBack = () =>
        runMove(async () => {
          await put(moved, entity.parent);
          notify(`${entity.name} is back where it was`, { type: 'success' });
        });
      const alongText = alongWords(along);
      const words = `${entity.name} is now ${placeWords(to)}${alongText ? `, with ${alongText}` : ''}`;
      notify(<Undoable words={words} onUndo={() => void takeBack()} />, {
        type: 'success',
        autoHideDuration: timeToUndo,
      });
    });
  const move = (node: EntityNode, to: EntityNode | null) =>
    runMove(async () => {
      const address = `/api/entities/${node.id}`;
      const [record, hanging] = await Promise.all([request(address), request(`${address}/dependents`)]);
      const entity: Entity = record.json;
      const along: Along = hanging.json.below;
      if (entity.parent !== node.parent)
        throw new Error(`Somebody else has moved ${node.name} meanwhile: look where it is now`);
      if (isMuch(along)) setAsked({ entity, to, along });
      else await applyMove({ entity, to, along });
    });
  const answer = (isConfirmed: boolean) => {
    setAsked(undefined);
    if (asked && isConfirmed) void applyMove(asked);
  };
  return { move, asked, answer, isMoving };
}

/** 'below Harbor Media', 'at the top'. */
export const placeWords = (to: Pick<EntityNode, 'name'> | null): string => (to ? `below ${to.name}` : 'at the top');
