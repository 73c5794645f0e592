import { data } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { requireReauthentication } from '#app/.server/auth/require-reauthentication.ts'
import { createProduct } from '#app/.server/catalog/commands/save-product.ts'
import { receiveProduct } from '#app/.server/catalog/parse-product.ts'
import { categoriesByName } from '#app/.server/catalog/queries/catalog.ts'
import { bodyLimit } from '#app/.server/platform/http/limits/body-limit.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { newProduct } from '#app/contracts/catalog/product.ts'
import { adminTitle } from '../components/admin-title.ts'
import { keepingScreen } from '../components/client-action.ts'
import { runCommand } from '../components/run-command.ts'
import type { Route } from './+types/new.ts'
import { ProductScreen } from './form/screen.tsx'

export const middleware = [bodyLimit(1024, 20)]

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const categories = await categoriesByName(app)
  return {
    categories: categories.map(({ name }) => name),
    linkHosts: app.config.paymentLinkHosts,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { email: by } = context.get(adminContext)
  const app = context.get(appContext)
  return runCommand(app, async () => {
    const { product, lost } = await receiveProduct(app, request)
    await requireReauthentication(context)
    return data({ saved: { ...(await createProduct(app, { by, product })), lost } })
  })
}

export const clientAction = keepingScreen<Route.ClientActionArgs>()

export const meta: Route.MetaFunction = () => adminTitle('Add New Product')

const opened = { id: null, draft: newProduct, revision: null }

export default function NewProduct({ loaderData }: Route.ComponentProps) {
  return <ProductScreen title="Add New Product" opened={opened} {...loaderData} />
}
