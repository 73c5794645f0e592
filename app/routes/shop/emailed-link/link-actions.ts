import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from 'react-router'
import type { AppContext } from '#app/.server/app-context.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { privatePage } from '../private-page.ts'

type OfLink = (app: AppContext, token: string) => Promise<void>

/**
 * The action of a confirmation link: runs `confirm`, then redirects to the page, or returns the message of
 * the refusal.
 */
export const confirmAction =
  (path: `/${string}/`, confirm: OfLink) =>
  async ({ context, params: { token = '' } }: ActionFunctionArgs) => {
    try {
      await confirm(context.get(appContext), token)
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      return data({ refused: error.message }, { status: error.status, headers: privatePage })
    }
    const page = path + encodeURIComponent(token)
    throw redirect(page, { status: 303, headers: privatePage })
  }

/** Mail programs post here for their readers, and follow no redirect (RFC 8058, 3.1). */
export const endAction =
  (end: OfLink) =>
  async ({ context, params: { token = '' } }: ActionFunctionArgs) => {
    await end(context.get(appContext), token)
    return data({ ended: true }, { headers: privatePage })
  }

type Link = { read: (app: AppContext, token: string) => object | null }

/**
 * The page whose button ends something. It changes nothing, and says the same whether or not there is anything to
 * end [NEWS-03, REMIND-05].
 */
export const endLoader =
  (link: Link) =>
  ({ context, params: { token = '' } }: LoaderFunctionArgs) => {
    const isKnown = link.read(context.get(appContext), token) !== null
    return data({ isKnown }, { status: isKnown ? 200 : 404, headers: privatePage })
  }
