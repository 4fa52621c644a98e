// Chains of four queries with miekg/dns and regexp: PORT COUNT [IN-FLIGHT].
//
// SPDX-License-Identifier: MIT
package main

import (
	"fmt"
	"log"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/miekg/dns"
)

var group = regexp.MustCompile(`\\([0-9])`)

type client struct {
	connection *dns.Conn
}

func (c *client) ask(name string, kind uint16) []dns.RR {
	question := new(dns.Msg)
	question.SetQuestion(name, kind)
	question.SetEdns0(1232, false)
	if err := c.connection.WriteMsg(question); err != nil {
		log.Fatal(err)
	}
	answer, err := c.connection.ReadMsg()
	if err != nil || answer.Id != question.Id || len(answer.Answer) == 0 {
		log.Fatal("no answer: ", err)
	}
	return answer.Answer
}

// The library gives strings as in zone files, with each backslash doubled.
func rewrite(field, urn string) string {
	field = strings.ReplaceAll(field, `\\`, `\`)
	parts := strings.Split(field, field[:1])
	flags := ""
	if parts[3] == "i" {
		flags = "(?i)"
	}
	expression := regexp.MustCompile(flags + parts[1])
	template := group.ReplaceAllString(parts[2], "$${$1}")
	match := expression.FindStringSubmatchIndex(urn)
	if match == nil {
		log.Fatal("no match")
	}
	return string(expression.ExpandString(nil, template, urn, match))
}

func (c *client) resolve(urn string) {
	key := urn[4:12] + ".test."
	for {
		answers := c.ask(key, dns.TypeNAPTR)
		sort.Slice(answers, func(i, j int) bool {
			a, b := answers[i].(*dns.NAPTR), answers[j].(*dns.NAPTR)
			return a.Order < b.Order ||
				a.Order == b.Order && a.Preference < b.Preference
		})
		rule := answers[0].(*dns.NAPTR)
		key = rule.Replacement
		if rule.Regexp != "" {
			key = dns.Fqdn(rewrite(rule.Regexp, urn))
		}
		if rule.Flags == "s" {
			break
		}
	}
	if c.ask(key, dns.TypeSRV)[0].(*dns.SRV).Port != 80 {
		log.Fatal("another port")
	}
}

func main() {
	count, _ := strconv.Atoi(os.Args[2])
	inFlight := 1
	if len(os.Args) > 3 {
		inFlight, _ = strconv.Atoi(os.Args[3])
	}
	numbers := make(chan int, 1024)
	var all sync.WaitGroup
	for i := 0; i < inFlight; i++ {
		connection, err := dns.Dial("udp", "127.0.0.1:"+os.Args[1])
		if err != nil {
			log.Fatal(err)
		}
		all.Add(1)
		go func() {
			defer all.Done()
			c := client{connection}
			for number := range numbers {
				c.resolve(fmt.Sprintf("urn:k9-%05d:x", number%50000))
			}
		}()
	}
	for i := 0; i < count; i++ {
		numbers <- i
	}
	close(numbers)
	all.Wait()
}
