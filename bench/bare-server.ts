/**
 * node:http and nothing else: sends what it was handed, by path. Started by bench/peers.ts in a
 * separate process; tells its port, and ends with its starter.
 */
import { createServer } from 'node:http'
import type { Answer } from './peers.ts'

process.once('message', (answers: Map<string, Answer>) => {
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '')
    if (!answer) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, answer.headers)
    response.end(answer.body)
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address && typeof address === 'object') process.send?.(address.port)
  })
})
process.once('disconnect', () => process.exit(0))
