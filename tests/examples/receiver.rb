# A receiver that is written from the text of the docs alone, to show that the text is enough.
# `ruby receiver.rb` listens on PORT. `ruby receiver.rb vectors < FILE` prints a line for each vector
# of the OpenAPI document.

require 'json'
require 'openssl'
require 'socket'

# Whether to accept a delivery. `now` is in Unix seconds.
def accept?(secret, timestamp, signature, body, now)
  return false unless timestamp&.match?(/\A[0-9]{1,12}\z/) && signature

  expected = "sha256=#{OpenSSL::HMAC.hexdigest('SHA256', secret, "#{timestamp}.".b + body.b)}"
  OpenSSL.secure_compare(expected, signature) && (now - timestamp.to_i).abs <= 300
end

def read_request(client)
  client.gets
  headers = {}
  while (line = client.gets&.chomp) && !line.empty?
    name, value = line.split(':', 2)
    headers[name.downcase] = value.to_s.strip
  end
  [headers, client.read(headers['content-length'].to_i)]
end

def respond(client, secret)
  headers, body = read_request(client)
  timestamp, signature = headers.values_at('x-webhook-timestamp', 'x-webhook-signature')
  accepted = accept?(secret, timestamp, signature, body, Time.now.to_i)
  status = accepted ? '204 No Content' : '400 Bad Request'
  client.write("HTTP/1.1 #{status}\r\nConnection: close\r\n\r\n")
  client.close
  puts JSON.parse(body)['event'] if accepted
end

def serve(secret)
  server = TCPServer.new('127.0.0.1', ENV.fetch('PORT', '3000').to_i)
  loop { Thread.new(server.accept) { |client| respond(client, secret) } }
end

$stdout.sync = true

if ARGV == ['vectors']
  JSON.parse($stdin.read).fetch('vectors').each do |vector|
    secret, timestamp, signature, body = vector.values_at('secret', 'timestamp', 'signature', 'body')
    accepted = accept?(secret, timestamp, signature, body, vector['receivedAt'])
    puts "#{accepted == vector['accept'] ? 'ok' : 'wrong'} #{vector['name']}"
  end
else
  secret = ENV.fetch('WEBHOOK_SECRET', '')
  abort 'WEBHOOK_SECRET is not set' if secret.empty?
  serve(secret)
end
