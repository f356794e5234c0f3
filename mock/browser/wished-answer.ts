import type { OperationId } from '../../generated/operations.ts'
import { mayAnswer } from '../may-answer.ts'
import { noWish, type Wish } from '../wish.ts'
import type { Errand } from '../wishes.ts'
import { type EngineAnswer, ImpossibleWish } from './possible.ts'

const impossible = (error: unknown): EngineAnswer => {
  if (!(error instanceof ImpossibleWish)) throw error
  return { status: 400, contentType: 'application/json', body: { message: error.message } }
}

/**
 * What an operation answers to a wish. What it may not answer itself is left with the errand.
 * @param answer finds the document's answer to a wish.
 */
export const wishedAnswer = async (
  operationId: OperationId,
  errand: Errand,
  answer: (wish: Wish) => EngineAnswer | Promise<EngineAnswer>,
): Promise<EngineAnswer> => {
  try {
    const wished = await answer(errand.wish)
    if (mayAnswer(operationId, wished)) return wished
    errand.replacement = wished
  } catch (error) {
    errand.replacement = impossible(error)
  }
  // Whatever it is, it is not what goes out.
  return answer(noWish)
}
